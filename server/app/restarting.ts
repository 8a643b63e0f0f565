import { printFailure } from './readable-message.ts'
import type { StartedPortal } from './start.ts'

/** Keeps a portal that can be stopped and started again in the same process, as a restore needs it. */
export function restarting(start: (restart: (between: () => Promise<void>) => void) => Promise<StartedPortal>) {
  let portal: StartedPortal | undefined
  let restarted = Promise.resolve()

  async function again(between: () => Promise<void>): Promise<void> {
    await portal?.stop()
    // A failure in between leaves the data as it was.
    await between().catch(error => portal?.services.log.error({ err: error }, '停止期间的工作未能完成'))
    portal = await start(restart)
  }
  const restart = (between: () => Promise<void>): void => {
    restarted = restarted
      .then(() => again(between))
      .catch(error => {
        printFailure(error)
        process.exit(1)
      })
  }
  return {
    async start(): Promise<StartedPortal> {
      portal = await start(restart)
      return portal
    },
    /** Waits for a restart that is under way. */
    async stop(): Promise<void> {
      await restarted
      await portal?.stop()
    },
  }
}
