import sql from 'sql-template-tag'
import type { Database } from './database.ts'
import { queueStatement } from './transaction.ts'

/**
 * Lets a transaction change who may use which line without recording it, for the given reason. Otherwise the tests' databases
 * refuse such changes (server/testing/access-guard.sql).
 */
export const allowUnrecorded = (transaction: Database, why: 'taken back' | 'demonstration' | 'test') =>
  queueStatement(transaction, sql`select set_config('portal.unrecorded', ${why}, true)`)
