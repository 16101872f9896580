import './bridge/jitless.ts'
import { pickBridge } from './bridge/pick.ts'
import { start } from './start.ts'

await start(pickBridge(), '#app')
