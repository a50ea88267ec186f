import { parseCreditedRow } from '../../shared/catalogue/credits.ts'
import { createRowCatalogue } from '../../shared/catalogue/row-catalogue.ts'
import { makeCatalogue } from '../builders.ts'
import { testAnsweredCatalogue } from './answered-catalogue.ts'

testAnsweredCatalogue('the catalogue of a server', (index) => makeCatalogue({ index }))

testAnsweredCatalogue('a catalogue of plain rows', (index) =>
  createRowCatalogue(index.map(parseCreditedRow).filter((row) => row !== undefined)),
)
