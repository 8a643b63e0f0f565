import { toast } from './toast.ts'

interface Words {
  done: string
  failed: string
}

/** Copies a text and reports it. Without https the browser offers no clipboard, which counts as a failure like any other. */
export async function copyText(text: string, { done, failed }: Words): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    return toast.error(failed)
  }
  toast.success(done)
}
