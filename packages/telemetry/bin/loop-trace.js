#!/usr/bin/env node
// A file that is there before anything is built: pnpm links commands while it installs.
import '../dist/cli/main.js';
