// Loaded before an example: breaks it, as the environment says.
import { register } from 'node:module';

register('./break-source.js', import.meta.url, {
  data: JSON.parse(process.env['EXAMPLE_BREAK'] ?? 'null'),
});
