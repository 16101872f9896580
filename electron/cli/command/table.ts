import {
  backupFlags,
  doctorFlags,
  practiceFlags,
  profileFlags,
  restoreFlags,
  screensFlags,
  serveFlags,
  uiPortFlag,
  verifyFlags,
} from '../flags.ts'
import { command, type Command, type Program } from './command.ts'

/** The shells that have a completion script (completion.ts). */
const shells = ['bash', 'zsh', 'fish', 'powershell']

const whichStore = `Without a store it opens the last connected store, or else the practice store. A token without a store
is for the last connected store.`

/** All commands: their parsing, help and completion are made from this. */
export const commands: Readonly<Record<string, Command>> = {
  serve: command({
    summary: 'serve the screens to browsers on this computer',
    flags: {
      ...serveFlags,
      supervise: {
        text: 'restart after a crash; after five crashes in five minutes, print the reason and exit with 1',
      },
    },
    notes: `${whichStore} A service of systemd can give secrets as credentials (LoadCredential): platform-token,
webhook-token, channel-token, relay-file, close-out-key, passphrase. Flags come before credentials, and
credentials before variables. Exits with 0 after a calm end, with 1 if it can’t start or gives up, with 2 if
the flags are wrong, and with 70 after an unexpected error.`,
    async run({ args, values }) {
      const { serve } = await import('../start.ts')
      await serve(args, values.supervise === true)
      return undefined
    },
  }),
  start: command({
    summary: 'open the desktop app, or the same app in a browser',
    flags: serveFlags,
    notes: `The desktop app takes only --reset-pin; the variables hold for both. ${whichStore}`,
    async run({ args }) {
      const { start } = await import('../start.ts')
      return start(args)
    },
  }),
  doctor: command({
    summary: 'check the connection to the platform, and write a report',
    flags: doctorFlags,
    notes: `It changes nothing on the platform. Without a store it checks the last connected platform, or else a practice
platform that it starts itself. Exits with 0 if everything that was tried works, with 1 if not, and with 2 if
the flags are wrong.`,
    async run({ values }) {
      const { runDoctor } = await import('../doctor.ts')
      return runDoctor(values)
    },
  }),
  backup: command({
    summary: 'make a backup of the data now',
    flags: backupFlags,
    notes: `Kitchen Pass may run meanwhile. Without --to the backup is made in the data folder. With --to FILE.kpbackup it makes one encrypted file and reads it back. Exits with 0 if every store has a backup now, with 2 if
the flags or the passphrase can’t be used, and else with 1.`,
    async run({ values }) {
      const { runBackup } = await import('./backup.ts')
      return runBackup(values)
    },
  }),
  restore: command({
    summary: 'list the backups, or go back to one',
    operand: {
      name: 'BACKUP',
      isNeeded: false,
      text: 'the number of a backup, as --list prints it, or newest',
      choices: ['newest'],
    },
    flags: restoreFlags,
    notes: `Kitchen Pass has to be closed. It prints what changes, and asks. The file that is there now moves to the folder
quarantine. With --from FILE.kpbackup no BACKUP is needed, and a file of another store is refused. Exits with 0 if it
was restored, or if all listed backups are sound, with 2 if the flags or the passphrase can’t be used, and else with 1.`,
    async run({ values, operand }) {
      const { runRestore } = await import('./restore.ts')
      return runRestore(values, operand)
    },
  }),
  verify: command({
    summary: 'check the data, its backups and the signed close-outs',
    flags: verifyFlags,
    notes: `Kitchen Pass has to be closed. It changes nothing. Exits with 0 if everything is sound, and else with 1.`,
    async run({ values }) {
      const { runVerify } = await import('./verify.ts')
      return runVerify(values)
    },
  }),
  profile: command({
    summary: 'check a setup file, seal keys in it, or make one',
    operand: { name: 'FILE', isNeeded: false, text: 'a setup file to check or to seal' },
    flags: profileFlags,
    notes: `Each mistake is printed with its place and what is allowed there. Results are printed on stdout: redirect them
to a file. For --make and --unlock, Kitchen Pass has to be closed. Exits with 0 if the file is good or the task is
done, with 1 if not, and with 2 if the flags are wrong.`,
    async run({ values, operand }) {
      const { runProfile } = await import('./profile.ts')
      return runProfile(values, operand)
    },
  }),
  screens: command({
    summary: 'let screens on the network in, where no browser is at hand',
    flags: screensFlags,
    notes: `kitchen-pass serve has to run on the same data folder. Without flags it prints the addresses for new screens,
the eight words, and the screens that wait. It asks for the manager’s PIN if there is one. Exits with 0 if it was done,
with 1 if not, and with 2 if the flags are wrong.`,
    async run({ values }) {
      const { runScreens } = await import('./screens.ts')
      return runScreens(values)
    },
  }),
  health: command({
    summary: 'say whether the screens are served',
    flags: uiPortFlag,
    notes: `For monitors and containers. Exits with 0 if the screens answer, and else with 1.`,
    async run({ values }) {
      const { runHealth } = await import('./health.ts')
      return runHealth(values)
    },
  }),
  practice: command({
    summary: 'run the practice platform alone',
    flags: practiceFlags,
    notes: `It prints its addresses: one line of JSON for programs on stdout, and the same for people on stderr.`,
    async run({ values }) {
      const { runPractice } = await import('../practice.ts')
      return runPractice(values)
    },
  }),
  completion: command({
    summary: 'print the completion script of a shell',
    operand: {
      name: 'SHELL',
      isNeeded: true,
      text: shells.join(', '),
      choices: shells,
      takesRest: true,
    },
    flags: {},
    async run({ args }) {
      const { printCompletion } = await import('./completion.ts')
      return printCompletion(program, args)
    },
  }),
}

export const program: Program = {
  name: 'kitchen-pass',
  text: 'Kitchen Pass: the screen that a restaurant’s kitchen runs on.',
  commands,
}
