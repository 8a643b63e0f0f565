import type { SomeHandlers } from '#server/engines/context.ts'
import { signedAddress } from '#server/engines/files/signed-address.ts'
import { keepUpload } from '#server/engines/files/uploads.ts'

export const uploadsCalls = {
  async uploadFile({ services, account, upload }, { purpose }) {
    const file = await keepUpload(services, { accountId: account.id, purpose, upload })
    const url = signedAddress(services.config, file.id)
    return { file_id: file.id, content_type: file.contentType, size: file.size, url }
  },
} satisfies SomeHandlers
