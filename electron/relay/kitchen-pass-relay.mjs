#!/usr/bin/env node
// The command `kitchen-pass-relay`.
import { join } from 'node:path'
import { launch } from '../cli/launch.mjs'

await launch(join(import.meta.dirname, 'cli.ts'), 'relay.js')
