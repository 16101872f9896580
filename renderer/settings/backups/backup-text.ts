import { numberText } from '../../locales/number.ts'
import { say } from '../messages.ts'

const [kilo, mega] = [1_000, 1_000_000]

/** The size of a file. */
export const sizeText = (bytes: number): string =>
  bytes < mega
    ? say('backups.kb', { size: numberText(Math.max(1, Math.round(bytes / kilo))) })
    : say('backups.mb', { size: numberText(Math.round(bytes / (mega / 10)) / 10) })
