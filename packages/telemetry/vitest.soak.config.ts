import { defineConfig } from 'vitest/config';
// @boundaries-ignore the shared test settings live at the root
import { soaks } from '../../vitest.shared.ts';

export default defineConfig(soaks);
