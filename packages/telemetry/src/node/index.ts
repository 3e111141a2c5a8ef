// The table of contents of @loop/telemetry/node. What is added here becomes public.
export {};
