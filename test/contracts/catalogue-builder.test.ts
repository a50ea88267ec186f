import {
  createCatalogueBuilder,
  createInProcessBuilder,
  createWorkerBuilder,
} from '../../server/adapters/threads/catalogue-builder.ts'
import { testCatalogueBuilder } from './catalogue-builder.ts'

testCatalogueBuilder('this thread', createInProcessBuilder())
testCatalogueBuilder('a thread of its own', createWorkerBuilder())
testCatalogueBuilder('either by size', createCatalogueBuilder(10_000))
