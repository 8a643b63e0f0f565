import { jobKind } from '#server/engines/jobs/jobs.ts'

/** The job that publishes an article at the time set for it. */
export const publishArticleJob = jobKind<{ article_id: string; publish_at: string }>('publish_article')
