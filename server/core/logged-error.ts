import { type SerializedError, stdSerializers } from 'pino'

/** What PostgreSQL adds to an error quotes the row, the key or the statement's values, and so phone numbers and hashes of passwords. */
const quoting = ['detail', 'where', 'hint', 'internalQuery'] as const

/** Returns an error as the log keeps it: with what tells where it happened, and nothing of the row. */
export const loggedError = (error: Error): SerializedError => withoutQuotes(stdSerializers.err(error))

/** Errors within errors are serialized, too; anything else may refer to itself and is left alone. */
function withoutQuotes(error: SerializedError): SerializedError {
  for (const name of quoting) delete error[name]
  for (const each of Object.values(error).flat()) if (isSerialized(each)) withoutQuotes(each)
  return error
}

const isSerialized = (value: unknown): value is SerializedError =>
  value instanceof Object && 'stack' in value && 'raw' in value
