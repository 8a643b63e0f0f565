import type { SomeHandlers } from '#server/engines/context.ts'
import { newestInstaller } from './downloads.ts'

export const downloadsCalls = {
  async getVersion({ system, services }, { client_type }) {
    const installer = await newestInstaller(system, services.config, client_type)
    // The client reads an empty address as "no installation package".
    if (!installer)
      return { oss_url: '', version: '', size: null, sha256: '', notes: '', force_update: false, published_at: null }
    const { url, version, size, sha256, notes, force_update, published_at } = installer
    return { oss_url: url, version, size, sha256, notes, force_update, published_at }
  },
} satisfies SomeHandlers
