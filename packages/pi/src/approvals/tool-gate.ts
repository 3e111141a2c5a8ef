import type { AgentLike } from '../agent-like.js';

/** What pi's `beforeToolCall` is told, as far as the bridge looks at it. */
export interface ToolGateContext {
  toolCall: { id: string; name: string };
  args: unknown;
}

/** What pi's `beforeToolCall` answers. Nothing, or anything without `block`: the tool runs. */
export interface ToolGateResult {
  block?: boolean;
  reason?: string;
}

/** pi's `beforeToolCall`: asked before a tool runs, for one call after the other. */
export type ToolGate = (
  context: ToolGateContext,
  signal?: AbortSignal,
) => Promise<ToolGateResult | undefined>;

/** What has a gate: a bare `Agent`. */
export interface GatedAgent {
  beforeToolCall: ToolGate | undefined;
  /** Of the run that is active. */
  readonly signal?: AbortSignal | undefined;
}

/** The gate of an agent: its own, or that of the agent inside an `AgentSession`. */
export function gatedAgent(agent: AgentLike): GatedAgent | undefined {
  if (hasGate(agent)) return agent;
  const inner: unknown = Reflect.get(agent, 'agent');
  return typeof inner === 'object' && inner !== null && hasGate(inner) ? inner : undefined;
}

function hasGate(agent: object): agent is GatedAgent {
  return 'beforeToolCall' in agent;
}

/**
 * Puts `refusalOf` behind the gate that is there already: that one may refuse or change the
 * arguments, so what is asked about is what will run. pi takes the gate at the start of a run.
 *
 * @param refusalOf why a call must not run; `undefined` when it may.
 * @returns the way out, idempotent. The run that is active keeps the gate to its end.
 */
export function installGate(
  agent: GatedAgent,
  refusalOf: (context: ToolGateContext, signal?: AbortSignal) => Promise<string | undefined>,
): () => void {
  const earlier = agent.beforeToolCall;
  let isRemoved = false;
  let lastRun: AbortSignal | undefined;
  const gate: ToolGate = async (context, signal) => {
    const result = await earlier?.call(agent, context, signal);
    if (result?.block === true) return result;
    // Somebody who wrapped this gate in another one may call it for ever.
    if (isRemoved && signal !== lastRun) return result;
    const reason = await refusalOf(context, signal);
    return reason === undefined ? result : { block: true, reason };
  };
  agent.beforeToolCall = gate;

  return () => {
    if (isRemoved) return;
    isRemoved = true;
    lastRun = agent.signal;
    if (agent.beforeToolCall === gate) agent.beforeToolCall = earlier;
  };
}
