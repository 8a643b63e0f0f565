import { takeNotice } from '../notice.ts'
import { toast } from './toast.ts'

/** Shows the message that the page before left behind. */
export function showCarriedToast(): void {
  const notice = takeNotice()
  if (notice) toast[notice.kind](notice.text)
}
