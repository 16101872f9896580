import { z } from 'zod'
import { closeOutSchema } from '#contract/shifts/close-out-schema.ts'

/** `npm run -s close-out-schema`: what the JSON of a close-out has, as JSON Schema, to standard output. */
process.stdout.write(`${JSON.stringify(z.toJSONSchema(closeOutSchema), null, 2)}\n`)
