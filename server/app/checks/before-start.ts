import type { Logger } from 'pino'
import { readableMessage } from '#server/app/readable-message.ts'
import { type Check, runChecks, StartupError, StartupWarning } from './check.ts'

/** Runs the checks before anything is created. Logs the warnings and throws StartupError with all other problems. */
export async function requireStartable(checks: readonly Check[], log: Pick<Logger, 'warn'>): Promise<void> {
  const errors = (await runChecks(checks)).flatMap(finding => ('error' in finding ? [finding.error] : []))
  const messages: string[] = []
  for (const error of errors) {
    const message = readableMessage(error)
    if (message === undefined) throw error
    if (error instanceof StartupWarning) log.warn(message)
    else messages.push(message)
  }
  if (messages.length) throw new StartupError(messages.join('\n'))
}
