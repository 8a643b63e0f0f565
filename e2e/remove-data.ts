import { rm } from 'node:fs/promises'

/** Runs after the portal has ended, when there is something to remove. */
export default async function removeData() {
  const { E2E_DATA_DIR: folder } = process.env
  if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
}
