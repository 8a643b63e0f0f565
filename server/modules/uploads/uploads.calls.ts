import type { SomeHandlers } from '#server/engines/context.ts'
import { signedAddress } from '#server/engines/files/signed-address.ts'
import { insertUpload, keepUpload, requireUpload } from '#server/engines/files/uploads.ts'

export const uploadsCalls = {
  async uploadFile(context, { purpose }) {
    const { services, account, upload } = context
    await requireUpload(context.system, { accountId: account.id, purpose, upload })
    return keepUpload(services, { owner: account.id, purpose, upload }, take =>
      context.once(async ({ system }) => {
        const file = take()
        const file_id = await insertUpload(system, account.id, file)
        const url = signedAddress(services.config, file_id)
        return { file_id, content_type: file.content_type, size: file.size, url }
      }),
    )
  },
} satisfies SomeHandlers
