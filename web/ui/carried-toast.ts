import { takeNotice } from '#web/data/notice.ts'
import { toast } from './toast.ts'

/** Shows the message that the previous page left. */
export function showCarriedToast(): void {
  const notice = takeNotice()
  if (notice) toast[notice.kind](notice.text)
}
