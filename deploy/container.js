#!/usr/bin/env node
// The program `fresco` in a container. A folder mounted at /pictures is the catalogue unless WALLPAPERS_DIR names another one.
import { existsSync } from 'node:fs'

if (existsSync('/pictures')) process.env.WALLPAPERS_DIR ||= '/pictures'
await import('./server/js/fresco.js')
