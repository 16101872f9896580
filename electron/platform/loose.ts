import { z } from 'zod'

/**
 * Readers for what the platform sends. Older payloads carry booleans and null as text and
 * numbers as codes (public-facts.md 1.18), so each understands both; an absent field stays absent.
 */
const nothing = (value: unknown): unknown => (value === 'null' || value === '' ? null : value)

const textValue = z.union([z.string(), z.number().transform(String)]).nullable()
const numberValue = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^-?\d+(\.\d+)?$/)
      .transform(Number),
  ])
  .nullable()
const truthValue = z
  .union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')])
  .nullable()
const instantValue = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)), 'not a date')
  .transform((text) => new Date(text).toISOString())
  .nullable()

export const text = z.preprocess(nothing, textValue).optional()
export const number = z.preprocess(nothing, numberValue).optional()
export const truth = z.preprocess(nothing, truthValue).optional()
/** An ISO 8601 instant, made canonical: UTC with milliseconds. */
export const instant = z.preprocess(nothing, instantValue).optional()
/** A loose object whose inner fields api.md does not show. */
export const anything = z.unknown().optional()
export const texts = z.preprocess(nothing, z.array(z.string()).nullable()).optional()
