import { inspect } from 'node:util'
import { ConfigError } from '#server/core/config.ts'
import { AddressProblem } from '#server/core/database-address.ts'
import { loggedError } from '#server/core/logged-error.ts'
import { OperatorProblem } from '#server/core/problem.ts'
import { DataDirInUse } from '#server/database/data-lock.ts'
import { EmbeddedError } from '#server/database/embedded-system.ts'
import { OtherMode } from '#server/database/installation.ts'
import { MigrationError } from '#server/database/migrate.ts'
import { StartupError, StartupWarning } from './checks/check.ts'
import { WebBuildError } from './web.ts'

const kinds = [
  AddressProblem,
  ConfigError,
  DataDirInUse,
  EmbeddedError,
  MigrationError,
  OperatorProblem,
  OtherMode,
  StartupError,
  StartupWarning,
  WebBuildError,
]

/** Returns the message if it addresses the person at the terminal, for whom a stack would bury it. */
export const readableMessage = (error: unknown): string | undefined =>
  error instanceof Error && kinds.some(kind => error instanceof kind) ? error.message : undefined

/** Prints the error that ended the process, which systemd keeps like the log: a bug with its stack, without the rows it quotes. */
export const printFailure = (error: unknown): void => console.error(readableMessage(error) ?? textOf(error))

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return inspect(error)
  const { type, message, stack, ...more } = loggedError(error)
  return Object.keys(more).length ? `${stack} ${inspect(more)}` : stack
}
