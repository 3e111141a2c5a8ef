import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { latestChoices, readChoices } from '../api/choices.js';
import { Choice } from './choice.js';

interface ChoicesProps {
  /** As it is now; `undefined`: the server's default. */
  permission: string | undefined;
  model: string | undefined;
  /** Each resolves when it was taken. */
  onPermission: (preset: string) => Promise<unknown>;
  onModel: (id: string) => Promise<unknown>;
}

/** Who answers, and how freely it may act. */
export function Choices(props: ChoicesProps): VNode {
  const { permission, model, onPermission, onModel } = props;
  const [{ models, permissions }, setChoices] = useState(latestChoices);
  useEffect(() => {
    let isThere = true;
    // Without them there is nothing to choose from; the rest of the page needs none of it.
    readChoices().then(
      (choices) => isThere && setChoices(choices),
      () => {},
    );
    return () => void (isThere = false);
    // A model that was not there before: there may be others.
  }, [model]);

  return (
    <>
      <Choice
        label="Permission"
        options={permissions.map(({ preset: value, ...rest }) => ({ value, ...rest }))}
        current={permission}
        onChoose={onPermission}
      />
      <Choice
        label="Model"
        options={models.map(({ id: value, name: label }) => ({ value, label }))}
        current={model}
        onChoose={onModel}
      />
    </>
  );
}
