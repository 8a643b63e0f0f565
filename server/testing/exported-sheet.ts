import type { FastifyInstance } from 'fastify'
import { readFirstSheet } from '#server/engines/sheets/sheets.ts'

/** Fetches an exported workbook and reads its first sheet; `cells` is empty where it cannot be read. */
export async function exportedSheet(app: FastifyInstance, url: string) {
  const reading = await readFirstSheet('owner', (await app.inject({ url })).rawPayload, 10)
  return { reading, cells: 'rows' in reading ? reading.rows : [] }
}
