import { toast } from './toast.ts'

/** Reports that the scripts of an opened part failed to load. Its button and the page remain. */
export const reportLoadFailure = (retry: () => void): void =>
  toast.error('没有加载成功，请检查网络；门户刚刚更新了版本时，请刷新页面。', { label: '重试', run: retry })
