import { z } from 'zod'
import { closeOutSchema } from '#contract/shifts/close-out-schema.ts'

/** `npm run -s close-out-schema`: writes the JSON Schema of a close-out to standard output. */
process.stdout.write(`${JSON.stringify(z.toJSONSchema(closeOutSchema), null, 2)}\n`)
