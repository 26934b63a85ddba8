// Every fixed text that visitors see, as the specification has it in English: the text is its own key. Each language
// has one file next to this; `t` looks a text up (translate.ts). `{name}` stands for a value.

/** Of pages: the browser gets their translations. */
// biome-ignore format: short texts of one place stand side by side
export const pageWords = [
  'Home', 'About', 'Portfolio', 'Contact', 'Login', 'Profile', 'Logout', 'Dashboard', 'Imprint', 'Privacy', 'Main', 'Menu', 'Skip to content', 'Dark theme',
  'Loading', 'Close', 'Dismiss', 'Notifications', 'Retry', 'Reload', 'Copyright © {year} {name}', 'This page did not load completely.', 'Go to Homepage',
  'Page Not Found', 'Sorry, the page you’re looking for doesn’t exist or has been moved.', 'Something went wrong', 'Error {id}',
  'This page could not be shown. Loading it again often helps.',
  'This page needs JavaScript, which is switched off in this browser.',

  'Portrait of {name}', 'Slide {number}', 'carousel', 'Play slides', 'Pause slides', 'Show slide {number}', 'Previous image', 'Next image',
  'See the project',

  'Category', 'All', 'Search projects', 'Search...', 'View', 'View {name}', 'Loading projects', '1 project shown', '{count} projects shown',
  'No projects found', 'No more projects to load', 'Load more', 'Error: {message}',

  'Device', 'Desktop', 'Tablet', 'Mobile', 'Close preview', 'Open in a new tab', 'Loading portfolio...', 'Loading preview...', 'Go to Portfolio',
  'Portfolio not found.', 'Data not found.', 'Something went wrong.', 'Preview of {name}', 'Image of {name}', 'The desktop page, scaled down.',
  'Here is an image of it.', 'Full width', '{width} px, shown at {percent}%', 'Open live site', 'Open {name}', 'This site may not allow embedding.',
  'This site does not respond at the moment.', 'This project is served without encryption, and browsers do not show such pages inside a secure one.',
  'Browsers do not accept the certificate of this site.', 'This address cannot be shown.',
  'This address belongs to this site and is not shown inside itself.', 'The preview needs JavaScript, which is switched off in this browser.',

  'Role', 'Year', 'Client', 'Tools', 'Live preview', 'Next project', 'Play', 'Before and after', 'Before', 'After', 'Case study', 'See it move, at any width.',
  'Enlarge: {name}', 'Video', 'Plays from {host}; nothing is loaded before you press Play.', '{name}: {categories}. A case study by {owner}.',

  'Client link', 'For your eyes, until {date}', 'Draft for your eyes, until {date}', 'A project for you',
  '{name} shares a project with you. It opens with the passphrase you were given.', 'Passphrase', 'Open project', 'Opening...', 'The link works until {date}.',
  'This link does not work.', 'That is not the passphrase.', '1 try left.', '{count} tries left.', 'Please wait a moment before you try again.',

  'Name', 'Email', 'Subject', 'Message', 'Enter a date.', 'Choose one of the list.', 'Phone', 'Call', 'Optional', 'Leave this field empty', 'Send Message', 'Sending...',
  'Message sent successfully!', 'Submission failed.', 'An error occurred. Please try again.',
  'Thank you, {name}. Your message has arrived; the answer will go to {email}.', 'Sending needs JavaScript, which is switched off in this browser.',
  'Write to {email} instead.',

  'Login Form', 'Password', 'Remember me', 'Forgot password?', 'Logging in...', 'Create account', 'Welcome, {name}! You are already logged in.',
  'Login successful!', 'Please fix the errors before submitting.', 'Invalid email format', 'Invalid email or password.', 'Please log in.', 'Admins only',
  'Your session has ended.', 'Please log in again.', 'What you typed is still in its form.',

  'Register', 'Signup', 'Signing up...', 'Already registered?', 'Registration successful!', 'Registration is disabled.',
  '8 to 16 characters, with uppercase, lowercase, a number and one of @$!%*?&',
  'Password must be 8-16 chars, include uppercase, lowercase, number, and symbol.', 'An account with this email already exists.',

  'Show {field}', 'Hide {field}', 'Password rules', 'met', 'not met yet', 'At least 8 characters', 'Include a number', 'Have uppercase and lowercase letters',
  'Password must be at least 8 characters.', 'Password must include a number.', 'Password must include uppercase and lowercase letters.',
  'Passwords do not match.', 'New passwords do not match',
  'This password is among the first that guessers try. It will be accepted, but a longer one is safer.',

  'Reset Password', 'Enter Your Registered Email', 'You are not logged in.', 'Submit', 'Back to Login',
  "If the email you provided is correct, we've sent you an email with password reset instructions.", 'Please enter a valid email address.', 'Update Password',
  'New Password', 'Confirm Password', 'Updating...', 'Verifying token...', 'Invalid or expired token.', 'Ask for a new link',
  'Sign out first to use a reset link', 'Password updated successfully. Redirecting to login...',

  'Verify Email', 'Verifying email...', 'Email verified successfully!', 'Invalid verification link.', 'Invalid token or expired.', 'Verify Code',
  'Verifying...', 'Resend Verification Link', '{count}-digit code', 'An {count}-digit code was sent to this email address.',
  'It works for {minutes} minutes.', 'A new {count}-digit code was sent to this email address. Earlier codes no longer work.', 'The code has {count} digits.',
  'There is no code to check.', 'This code is wrong.', 'This code has expired.', 'Too many wrong codes.', 'Please request a new one.',
  'Your email is already verified.', 'Verification link sent!', 'Failed to load verification page.', 'Failed to verify code.',
  'Failed to resend verification link.', 'Unauthorized access or email already verified. Redirecting...',

  'Member since', 'Email verification', 'Verified', 'Not verified', 'Verify Now', 'Failed to fetch profile', 'Avatar of {name}', 'Edit Profile',
  'Avatar preview', 'Upload avatar', 'Remove', 'Save Changes', 'Saving...', 'Your email is {email}.', 'Change it under {users}.',
  'To change it, ask the administrator.', 'Profile updated successfully!', 'Update failed', 'Choose a PNG, JPEG or WebP image.',
  'The image may have at most {max} MB.', 'An image may have at most {max} megapixels.', 'This image is damaged and could not be read.', 'Change Password',
  'Old Password', 'Current password', 'Password updated successfully!', 'The current password is wrong.',
  'The new password must differ from the current one.', 'Your password was changed elsewhere at the same moment.',
  'Session expired or unauthorized. Please log in again.',

  '{field} is required.', '{field} must be at most {max} characters.', 'Network error', 'Server error', 'Server error.', 'HTTP error! status: {status}',
  'Too many attempts.', 'Please try again in {time}.', 'Please try again in a moment.', '1 second', '{count} seconds', '{count} minutes',
  'The server is busy.', 'The server is busy with other images.', 'The database is busy.', 'This site has received too many registrations.',
  'This site has received too many messages.', 'The storage of this site cannot be used at the moment.', 'Nothing was changed.',
  'The server has no space left to store this.', 'Nothing was saved.', 'The request took too long to arrive.', 'Please try again.',

  '{who} at {brand}', 'Contact {name}', 'Portfolio of {name}', '{title} of the site of {name}.',
  '{who}. Services, skills and projects, each open in a live preview, and a form for your message.', 'Who {who}, is: background, ways of working and skills.',
  'Projects by {who}. Filter them by category and open each one in a live preview.',
  'Write to {who} about your project: what you are making, who it is for and when it has to be ready.',
  '{name}: {categories}. A project by {owner}, shown on desktop, tablet and phone.',
  '{name}: {categories}. A project by {owner}, shown live on desktop, tablet and phone.', '{name}, a project by {owner}',

  // A reply begins with these in the dashboard.
  'Hello,', 'Hello {name},', 'Your Inquiry',
] as const

/** Headings, buttons and the lead of Contact in content/site.ts: translated as long as they are the delivered ones. */
// biome-ignore format: as above
export const deliveredWords = [
  'Hello, I’m', 'Contact Us', 'Experience', 'Projects', 'Support', 'Our Services', 'Our Skills', 'Find Our Portfolio', 'GO TO PORTFOLIO', 'Who Am I?',
  'My Skills', 'Words from clients', 'Clients',
  'Tell me what you are making, who it is for and when it has to be ready.',
] as const

/** Of emails to visitors and users; no page has them. */
// biome-ignore format: as above
export const emailWords = [
  'On {date}, {name} wrote:', 'Verify your email address for {brand}', 'Enter this code on the verification page within 10 minutes:',
  'Or open this link within 24 hours:', 'If you did not sign up at {brand}, ignore this email.', 'Reset your password for {brand}',
  'Somebody, hopefully you, requested a password reset. Choose a new password within 60 minutes:',
  'If it was not you, ignore this email: your password stays as it is.', 'Your password for {brand} was changed',
  'Your password has just been changed, and your other sessions were signed out.', 'If it was not you, reset your password now:',
  'Your email address for {brand} was changed',
  'An administrator of {brand} has changed the email address of your account. This address no longer belongs to it.',
  'If that surprises you, reply to this email.', 'You are no longer an admin of {brand}',
  'An administrator of {brand} has changed your role. You can still sign in, but no longer manage the site.',
  'If that surprises you, tell the owner of the site: somebody may be taking it over.', 'Your account at {brand} was deleted',
  'An administrator of {brand} has deleted your account.', 'If that surprises you, tell the owner of the site.',
] as const

export type DeliveredWord = (typeof deliveredWords)[number]
export type Word = (typeof pageWords)[number] | DeliveredWord | (typeof emailWords)[number]

export const allWords: readonly Word[] = [...new Set<Word>([...pageWords, ...deliveredWords, ...emailWords])]
