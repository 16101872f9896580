import { numberText } from '../../locales/number.ts'
import { say } from '../messages.ts'

const [kilo, mega, giga] = [1e3, 1e6, 1e9]

/** The size of a file. */
export const sizeText = (bytes: number): string =>
  bytes < mega
    ? say('backups.kb', { size: numberText(Math.max(1, Math.round(bytes / kilo))) })
    : say(bytes < giga ? 'backups.mb' : 'backups.gb', {
        size: numberText(Math.round((bytes / (bytes < giga ? mega : giga)) * 10) / 10),
      })
