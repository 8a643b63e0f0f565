import { toast } from './toast.ts'

/** Tells that the scripts of what somebody opened did not come. Its button is still there, and so is the page. */
export const tellLost = (retry: () => void): void =>
  toast.error('没有加载成功，请检查网络；门户刚刚更新了版本时，请刷新页面。', { label: '重试', run: retry })
