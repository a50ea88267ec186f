import { createCatalogueBuilder } from '../../server/adapters/threads/catalogue-builder.ts'
import { createInProcessBuilder } from '../../server/adapters/threads/in-process-builder.ts'
import { createWorkerBuilder } from '../../server/adapters/threads/worker-builder.ts'
import { testCatalogueBuilder } from './catalogue-builder.ts'

testCatalogueBuilder('this thread', createInProcessBuilder())
testCatalogueBuilder('a thread of its own', createWorkerBuilder())
testCatalogueBuilder('either by size', createCatalogueBuilder({ workerFromBytes: 10_000 }))
