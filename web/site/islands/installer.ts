import { channelId } from '#contract/rules.ts'
import { sentence } from '#web/data/answers.ts'
import { api } from '#web/data/api.ts'
import { toast } from '../../ui/toast.ts'

const clientTypes = [1, 2, 4] as const

/** Requests the newest installer for the link's system and downloads it. */
export async function download(link: HTMLAnchorElement): Promise<void> {
  const type = clientTypes.find(each => String(each) === link.dataset.clientType)
  if (!type) return location.assign(link.href)
  const answer = await api.getVersion({ channel_id: channelId, client_type: type })
  if (!answer.ok) return toast.error(sentence(answer))
  // Another version of the server may answer without data.
  if (!answer.data?.oss_url) return toast.error('暂无安装包')
  location.assign(answer.data.oss_url)
}
