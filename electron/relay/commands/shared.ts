import { resolve } from 'node:path'
import { fail, ok, type AppError, type Result } from '#contract/result.ts'
import { say } from '#web/log.ts'
import { chainFolder } from '../chain/folder.ts'

export const defaultFolder = 'chain'

/** The administrator's folder that the flags name. */
export const folderOf = ({ folder = defaultFolder }: { folder?: string }) =>
  chainFolder(resolve(folder))

/** Says what is wrong. Returns the exit code for it. */
export function refuse({ code, detail }: AppError): number {
  say(`${detail ?? code}\n`)
  return code === 'bad-input' ? 2 : 1
}

/** A flag that must be there. */
export const needs = (name: string, value: string | undefined): Result<string> =>
  value === undefined || value === '' || value.length > 100
    ? fail('bad-input', `--${name} is missing or too long.`)
    : ok(value)
