// Placeholder until the source lands.
export {};
