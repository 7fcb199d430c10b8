from django.urls import path

from games_app.notify.pages import mail, push, webhook

urlpatterns = [
    path("push", push.subscription, name="push"),
    path("push/off", push.unsubscribe, name="push-off"),
    path("forgotten", mail.forgotten, name="forgotten"),
    path("password/<token>", mail.reset, name="password-reset"),
    path("mail", mail.mail, name="mail"),
    path("mail/confirm/<token>", mail.confirm, name="mail-confirm"),
    path("mail/stop/<token>", mail.stop, name="mail-stop"),
    path("webhook", webhook.own_webhook, name="webhook"),
]
