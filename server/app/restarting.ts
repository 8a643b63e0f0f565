import { printFailure } from './readable-message.ts'
import type { StartedPortal } from './start.ts'

/** Manages a portal that can be stopped and restarted within the same process, as a restore requires. */
export function restarting(start: (restart: (between: () => Promise<void>) => void) => Promise<StartedPortal>) {
  let portal: StartedPortal | undefined
  let restarted = Promise.resolve()

  async function again(between: () => Promise<void>): Promise<void> {
    await portal?.stop()
    // A failure in between leaves the data unchanged.
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
    /** Waits for a restart in progress. */
    async stop(): Promise<void> {
      await restarted
      await portal?.stop()
    },
  }
}
