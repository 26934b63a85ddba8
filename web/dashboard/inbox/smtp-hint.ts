// What to do where email is not set up: no page of the dashboard can change the settings of the server.

export const smtpHint = 'To send emails, set SMTP_URL on the server and start it again.'

/** As in .env.example. */
export const smtpExample = 'SMTP_URL=smtp://user:password@mail.example.com:587'
