// Why a backup or a restore did not take place, in the words of its user.

/** The backup or the restore cannot be done; the message is a sentence that says why and what to do. */
export class BackupError extends Error {}

/** The archive is not what it must be; the message goes on after "The archive cannot be restored:". */
export class ArchiveRejected extends Error {}
