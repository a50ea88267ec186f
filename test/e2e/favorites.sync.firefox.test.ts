import { testSync } from './support/favorites-sync.ts'

testSync('firefox')
