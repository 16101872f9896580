import { join } from 'node:path'
import { createKitchen } from '#host/kitchen.ts'
import { createSessionVault } from '#host/vault.ts'
import { openBrowser } from './browser.ts'
import { help, readPlan, type ServePlan } from './flags.ts'
import { webLog } from './log.ts'
import { serveScreens } from './server.ts'

/** The page as it was built, beside the bundle that this becomes (out/main/web.js, out/renderer). */
const builtPage = join(import.meta.dirname, '../renderer')

async function run(plan: ServePlan): Promise<void> {
  const kitchen = await createKitchen({
    dataDir: plan.dataDir,
    vault: createSessionVault(),
    log: webLog,
    // Of no use to a shop that is connected, and half of all that there is to load.
    startPractice: async () => (await import('#practice/platform.ts')).startPractice(),
    provision: plan.provision,
    resetPin: plan.resetPin,
  })
  const server = await serveScreens(kitchen, { port: plan.uiPort, pageDir: builtPage })
  const stop = (): void => {
    void Promise.all([server.close(), kitchen.close()]).then(() => {
      process.exit(0)
    })
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  if (plan.open) {
    process.stdout.write(`Kitchen Pass is at ${server.url}\n`)
    openBrowser(server.url)
  } else {
    process.stdout.write(`${JSON.stringify({ ui: server.url, webhook: kitchen.webhookUrl })}\n`)
  }
}

const plan = readPlan(process.argv.slice(2), process.env)
if (!plan.ok) {
  process.stderr.write(`${plan.error.words ?? plan.error.code}\n`)
  process.exit(2)
} else if (plan.value.help) {
  process.stdout.write(`${help}\n`)
} else {
  run(plan.value).catch((cause: unknown) => {
    const words = cause instanceof Error ? cause.message : String(cause)
    process.stderr.write(`Kitchen Pass cannot start: ${words}\n`)
    process.exit(1)
  })
}
