import { testSync } from './favorites-sync.ts'

testSync('firefox')
