import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { tasks } from '#server/app/tasks.ts'
import { readConfig } from '#server/core/config.ts'
import { connect } from '#server/database/pool.ts'
import { companyDatabase } from '#server/database/tenant.ts'
import { createOutbox } from '#server/integrations/sms/outbox.ts'
import { createDiskStorage } from '#server/integrations/storage/disk.ts'
import { jobs } from './enqueue.ts'
import { startWorker } from './worker.ts'

/** Runs a worker in its own process, for the tests that kill it. Each sending is preceded and followed by a delay. */
const [url = ''] = process.argv.slice(2)
const config = readConfig({})
const log = pino({ level: 'silent' })
const pools = connect({ url, log, size: 2 })
const { system } = pools
const outbox = createOutbox(system, log)
await startWorker({
  url,
  tasks,
  log,
  lookEvery: 50,
  services: {
    config,
    log,
    system,
    companyDatabase: id => companyDatabase(pools, id),
    gateways: { online: {}, transfer: undefined },
    jobs,
    mailer: undefined,
    tax: undefined,
    channels: {},
    storage: createDiskStorage(config.dataDir),
    sms: {
      async send(message, id) {
        await sleep(Math.random() * 60)
        await outbox.send(message, id)
        await sleep(Math.random() * 60)
      },
    },
  },
})
process.send?.('ready')
