import sharp from 'sharp'
import { afterAll } from 'vitest'

// A command that a test runs lets sharp open only wallpapers in this whole process, where the next test files run, too.
afterAll(() => sharp.unblock({ operation: ['VipsForeignLoad'] }))
