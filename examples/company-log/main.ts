import { setTimeout } from 'node:timers/promises'
import { followLog } from './follow.ts'

const {
  PORTAL_URL: url = 'http://127.0.0.1:8080',
  PORTAL_TOKEN: token = '',
  LOG_FILE: file = 'activity.ndjson',
} = process.env

// The log system reads the file; the next minute makes up for a failed one.
for (;;) {
  await followLog({ url, token, file }).catch(error => console.error(error instanceof Error ? error.message : error))
  await setTimeout(60_000)
}
