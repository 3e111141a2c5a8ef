// The table of contents of @loop/telemetry/export. What is added here becomes public.
export {};
