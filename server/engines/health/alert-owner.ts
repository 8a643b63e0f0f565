import { z } from 'zod'
import { type PushChannelName, pushChannels } from '#contract/operations/health-names.ts'
import type { TaskServices } from '../jobs/task.ts'
import { queuePush } from './queue-push.ts'

const owner = z.object({ name: z.string(), display_name: z.string() })

/** The alert channels belong to the owners, so other operators get only the notice. */
export async function alertOwner(
  { system, channels, config }: TaskServices,
  { operator_id, title, text }: { operator_id: string; title: string; text: string },
): Promise<void> {
  const names: PushChannelName[] = pushChannels.filter(name => channels[name])
  if (!names.length) return
  await system.transaction(async transaction => {
    const found = await transaction.row(owner)`
      select name, display_name from operator where id = ${operator_id} and state = 'active' and 'owner' = any(roles)`
    if (!found) return
    const push = {
      title: `【${config.brandName}】运营后台：${title}`,
      text: `负责人 ${found.display_name}（${found.name}）：${title}。${text}\n${config.publicUrl}/operations/account`,
    }
    await queuePush(transaction, push, names)
  })
}
