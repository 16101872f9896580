#!/usr/bin/env node
// The command `kitchen-pass`.
import { join } from 'node:path'
import { launch } from './launch.mjs'

await launch(join(import.meta.dirname, 'kitchen-pass.ts'), 'cli.js')
