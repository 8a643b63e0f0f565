import { type SerializedError, stdSerializers } from 'pino'

/** Details that PostgreSQL adds to an error quote the row, the key or the parameters, and so phone numbers and password hashes. */
const quoting = ['detail', 'where', 'hint', 'internalQuery'] as const

/** Returns an error for the log: with its location, and without any content of the row. */
export const loggedError = (error: Error): SerializedError => withoutQuotes(stdSerializers.err(error))

/** Nested errors are serialized, too; other values may be cyclic and are left alone. */
function withoutQuotes(error: SerializedError): SerializedError {
  for (const name of quoting) delete error[name]
  for (const each of Object.values(error).flat()) if (isSerialized(each)) withoutQuotes(each)
  return error
}

const isSerialized = (value: unknown): value is SerializedError =>
  value instanceof Object && 'stack' in value && 'raw' in value
