import type { ApprovalRequest } from '@loop/events';
import type { VNode } from 'preact';
import { languageOfPath } from '../../code/language.js';
import { visible } from '../../shared/visible.js';
import { DiffText } from '../diff-text.js';

/** What exactly will happen when it is allowed. */
export function ApprovalDetail({ request }: { request: ApprovalRequest }): VNode {
  const { kind, detail, input } = request;
  const text = visible(detail ?? (input === undefined ? '' : JSON.stringify(input, null, 2)));
  const facts = factsOf(request);
  return (
    <>
      {facts && (
        <p class="approval-facts">
          <bdi>{facts}</bdi>
        </p>
      )}
      {text !== '' && kind === 'file-write' && (
        <DiffText text={text} language={languageOfPath(fieldOf(input, 'path'))} label="Changes" />
      )}
      {text !== '' && kind !== 'file-write' && (
        <pre class="approval-text" tabIndex={0} role="group" aria-label="What will happen">
          {kind === 'command' && <span class="approval-prompt">$ </span>}
          {text}
        </pre>
      )}
    </>
  );
}

/** What "for this session" would cover, where the asker says so. */
export function sessionScopeOf({ input }: ApprovalRequest): string | undefined {
  return fieldOf(input, 'sessionScope');
}

/** Where it happens, and how much of it. */
function factsOf({ kind, input }: ApprovalRequest): string | undefined {
  if (kind === 'command') {
    const timeout = fieldOf(input, 'timeoutSeconds');
    const folder = fieldOf(input, 'folder');
    return folder && `in ${folder}${timeout ? `, for at most ${timeout} s` : ''}`;
  }
  const added = fieldOf(input, 'addedLines');
  const removed = fieldOf(input, 'removedLines');
  return added && removed && `lines: ${added} added, ${removed} removed`;
}

/** A field of the arguments, whose form is the asker's. */
function fieldOf(input: unknown, name: string): string | undefined {
  const value: unknown = Reflect.get(Object(input), name);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
