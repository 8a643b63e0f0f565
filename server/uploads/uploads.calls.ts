import type { HandlersFor } from '../http/context.ts'
import { signedAddress } from './signed-address.ts'
import { keepUpload } from './uploads.ts'

export const uploadsCalls: HandlersFor<'uploadFile'> = {
  async uploadFile({ services, account, upload }, { purpose }) {
    const file = await keepUpload(services, { accountId: account.id, purpose, upload })
    const url = signedAddress(services.config, file.id)
    return { file_id: file.id, content_type: file.contentType, size: file.size, url }
  },
}
