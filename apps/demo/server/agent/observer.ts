import type { StopReason, Usage } from '@earendil-works/pi-ai';
import type { PermissionPreset } from './permissions.js';

/**
 * Watches an agent at the places that its events say nothing about. Hooks that return a function
 * are told a beginning, and that function is called once for its end, on every way out. All are
 * optional and synchronous; what one throws is dropped, and never reaches the agent.
 */
export interface AgentObserver {
  /** A request to the model, through to the end of its answer. */
  modelRequest?(request: ModelRequestStart): (end: ModelRequestEnd) => void;
  /** What of the session the next `main` request is made from: once for each. */
  modelInput?(projection: ModelInputProjection): void;
  /** A person's input is made ready for the model: skills and instructions are looked up. */
  inputPreparation?(input: { text: string }): (end: InputPreparationEnd) => void;
  /** The target of a file change was checked: when the change is shown, and when it is made. */
  writeChecked?(check: WriteCheck): void;
  /** The session's preset was asked about a call. */
  policyResolved?(decision: PolicyDecision): void;
}

/** All hooks, each safe to call. */
export type GuardedObserver = Required<AgentObserver>;

/** What a model is asked for. */
export type ModelPurpose = 'main' | 'title' | 'compaction';

/** A request as it leaves. */
export interface ModelRequestStart {
  purpose: ModelPurpose;
  provider: string;
  model: string;
  messageCount: number;
  toolCount: number;
  /** 1, or more where the answer before this one failed and is asked for again. */
  attempt: number;
}

/** How a request ended. */
export interface ModelRequestEnd {
  stopReason: StopReason;
  usage?: Usage;
  errorMessage?: string;
  /** The provider's own id. */
  responseId?: string;
}

/** Where a piece of the model's input comes from. */
export type InputOrigin = 'system' | 'agents-file' | 'skill' | 'summary' | 'history' | 'input';

/** The model's input, piece by piece in its order. */
export interface ModelInputProjection {
  messages: { role: 'system' | 'user' | 'assistant' | 'toolResult'; origin: InputOrigin }[];
}

/** How a preparation ended. */
export interface InputPreparationEnd {
  outcome: 'ready' | 'failed';
  /** Names of those that the input calls. */
  skills: string[];
  error?: string;
}

/** Whether a tool may write there at all. */
export interface WriteCheck {
  toolName: string;
  path: string;
  allowed: boolean;
  reason?: string;
}

/** What a preset says about a tool. */
export interface PolicyDecision {
  preset: PermissionPreset;
  toolName: string;
  verdict: 'allow' | 'ask' | 'deny';
}

/** Makes an observer safe to call: nothing it does gets out, and no end is told twice. */
export function guardObserver(observer: AgentObserver = {}): GuardedObserver {
  return {
    modelRequest: (request) => ending(() => observer.modelRequest?.(request)),
    modelInput: (projection) => quietly(() => observer.modelInput?.(projection)),
    inputPreparation: (input) => ending(() => observer.inputPreparation?.(input)),
    writeChecked: (check) => quietly(() => observer.writeChecked?.(check)),
    policyResolved: (decision) => quietly(() => observer.policyResolved?.(decision)),
  };
}

function ending<End>(begin: () => ((end: End) => void) | undefined): (end: End) => void {
  let waiting = quietly(begin);
  return (end) => {
    const tell = waiting;
    waiting = undefined;
    quietly(() => tell?.(end));
  };
}

function quietly<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
