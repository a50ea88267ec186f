import {
  buildInProcess,
  createWorkerBuilder,
} from '../../server/adapters/threads/catalogue-builder.ts'
import { testCatalogueBuilder } from './catalogue-builder.ts'

testCatalogueBuilder('this thread', buildInProcess)
testCatalogueBuilder('a thread of its own', createWorkerBuilder())
